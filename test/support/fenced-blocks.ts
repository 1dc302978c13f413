/** The fenced blocks of a language (`''` for none) in a Markdown text, in order. */
export function blocksOf(text: string, language: string): readonly string[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , block = '']) => block)
}
