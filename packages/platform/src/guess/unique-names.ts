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

/** A text in Latin letters, digits and underscores; empty where nothing is left of it, as of Chinese. */
export function toPlainName(text: string): string {
  return splitWords(text)
    .map(transliterate)
    .join('_')
    .replace(/[^a-z0-9_]/g, '')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '')
}

/** Gives each thing a name of letters, digits and underscores that no other has. */
export class Names {
  readonly #taken: Set<string>

  constructor(reserved: readonly string[] = []) {
    this.#taken = new Set(reserved)
  }

  /** A free name made of a text; `otherwise` where it has no letter that a name may have. */
  take(text: string, otherwise: string): string {
    const plain = toPlainName(text)
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

/** The letters of Cyrillic and Greek in Latin ones. */
const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...pairLetters(
      'абвгдезийклмнопрстуфхцыэёіїєґ',
      'a b v g d e z i i k l m n o p r s t u f kh ts y e e i i e g',
    ),
    ...pairLetters('жчшщюя', 'zh ch sh shch yu ya'),
    ...pairLetters('ъь', ' '),
    ...pairLetters(
      'αβγδεζηθικλμνξοπρσςτυφχψω',
      'a v g d e z i th i k l m n x o p r s s t y f ch ps o',
    ),
    ...pairLetters('łøđðþıæœ', 'l o d d th i ae oe'),
  }),
)

function pairLetters(letters: string, latin: string): Readonly<Record<string, string>> {
  const words = latin.split(' ')
  return Object.fromEntries([...letters].map((letter, i) => [letter, words[i] ?? '']))
}

function transliterate(word: string): string {
  return [...word].map((letter) => LATIN.get(letter) ?? letter).join('')
}
