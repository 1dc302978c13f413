/** Words of a name in lower case: at blanks, signs and changes of case. */
export function splitWords(name: string): readonly string[] {
  return name
    .replace(/([\p{Ll}0-9])(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Gives each thing a name of letters, digits and underscores that no other has. */
export class Names {
  readonly #taken: Set<string>

  constructor(reserved: readonly string[] = []) {
    this.#taken = new Set(reserved)
  }

  /** A free name made of a text; `otherwise` where it has no letter that a name may have. */
  take(text: string, otherwise: string): string {
    const plain = splitWords(text)
      .join('_')
      .replace(/[^a-z0-9_]/g, '')
      .replace(/_+/g, '_')
      .replace(/^_|_$/g, '')
    const base = (plain === '' ? otherwise : plain).slice(0, 100)
    let name = base
    for (let n = 2; this.#taken.has(name); n++) name = `${base}_${n}`
    this.#taken.add(name)
    return name
  }
}

/** A word without the ending of its plural. */
export function toSingular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
