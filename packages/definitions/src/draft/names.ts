/** Names of one kind of definition, which no two share. */
export class FreeNames {
  readonly #taken: Set<string>

  constructor(reservedNames: Iterable<string> = []) {
    this.#taken = new Set(reservedNames)
  }

  /** The first of the wanted names that is free, as a workspace has names; else the last of them with a number. */
  take(...candidates: readonly [string, ...string[]]): string {
    const names = candidates.map(toPlainName)
    let name = names.find((candidate) => !this.#taken.has(candidate)) ?? ''
    for (let n = 2; name === ''; n++) {
      const next = `${names.at(-1)!.slice(0, 120)}_${n}`
      if (!this.#taken.has(next)) name = next
    }
    this.#taken.add(name)
    return name
  }
}

/** A text as a name: letters, digits and single underscores. */
export function toPlainName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 128)
  return plain === '' || plain === 'metric_time' ? `${plain}_1`.replace(/^_/, 'n') : plain
}
