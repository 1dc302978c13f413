/** What a definition may be called by. */
export interface Named {
  readonly name: string
  readonly code?: string | null
  readonly displayName: string
}

/** Definitions of one kind by what people call them. */
export interface NameIndex<T extends Named> {
  /** All of them, in the order of definition. */
  readonly all: readonly T[]
  /** By name alone. */
  byName(name: string): T | undefined
  /** By code alone. */
  byCode(code: string): T | undefined
  /** By name, else by code, else by display name: empty when unknown, several when ambiguous. */
  find(text: string): readonly T[]
  /** Every name. */
  names(): Iterable<string>
  /** Every code. */
  codes(): Iterable<string>
}

/** Indexes definitions; of two with the same name or code the first counts. */
export function createNameIndex<T extends Named>(all: readonly T[]): NameIndex<T> {
  const names = new Map<string, T>()
  const codes = new Map<string, T>()
  const displayNames = new Map<string, T[]>()
  for (const one of all) {
    if (!names.has(one.name)) names.set(one.name, one)
    if (one.code != null && !codes.has(one.code)) codes.set(one.code, one)
    const same = displayNames.get(one.displayName)
    if (same === undefined) displayNames.set(one.displayName, [one])
    else same.push(one)
  }
  return {
    all,
    byName: (name) => names.get(name),
    byCode: (code) => codes.get(code),
    find(text) {
      const exact = names.get(text) ?? codes.get(text)
      return exact === undefined ? (displayNames.get(text) ?? []) : [exact]
    },
    names: () => names.keys(),
    codes: () => codes.keys(),
  }
}
