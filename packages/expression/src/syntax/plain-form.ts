const PLAIN_PUNCTUATION: ReadonlyMap<string, string> = new Map([
  ['、', ','],
  ['。', '.'],
  ['【', '['],
  ['】', ']'],
])

/** Full-width characters as those of ASCII that they are wide forms of. */
export function plainForm(wide: string): string {
  return wide.replace(/[\s\S]/g, (one) => {
    return PLAIN_PUNCTUATION.get(one) ?? String.fromCharCode(one.charCodeAt(0) - 0xfee0)
  })
}
