/** The codes of warnings, `CODE detail; CODE detail`, each once in the order of the texts. */
export function readWarnings(...texts: readonly (string | null)[]): readonly string[] {
  const codes = texts.flatMap((text) =>
    (text ?? '').split(';').flatMap((part) => /^\s*([A-Z][A-Z_]+)/.exec(part)?.[1] ?? []),
  )
  return [...new Set(codes)]
}
