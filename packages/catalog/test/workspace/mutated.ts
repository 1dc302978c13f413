import fc from 'fast-check'

type Path = readonly (string | number)[]

/** The sample with one to three places changed: dropped, replaced, renamed or moved. */
export function mutated(sample: unknown): fc.Arbitrary<unknown> {
  const paths = pathsIn(sample)
  const change = fc.record({
    path: fc.constantFrom(...paths),
    kind: fc.constantFrom('drop', 'replace', 'rename', 'copy'),
    value: fc.oneof(
      fc.constantFrom<unknown>(null, true, 7, '', [], {}, ['x'], { type: 'ATOMIC' }),
      fc.string({ maxLength: 5 }),
      fc.constantFrom('x'.repeat(400), 'flights', 'MAX', 'a__b', '[delay]'),
    ),
    from: fc.constantFrom(...paths),
  })
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const root = { root: structuredClone(sample) }
    for (const { path, kind, value, from } of changes) {
      const parent = at(root, ['root', ...path.slice(0, -1)])
      const key = path.at(-1)
      if (typeof parent !== 'object' || parent === null || key === undefined) continue
      const holder = parent as Record<string | number, unknown>
      if (kind === 'replace') holder[key] = structuredClone(value)
      else if (kind === 'copy') holder[key] = structuredClone(at(root, ['root', ...from]) ?? null)
      else if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else {
        if (kind === 'rename') holder[`${key}s`] = holder[key]
        delete holder[key]
      }
    }
    return root.root
  })
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (here, step) =>
      typeof here === 'object' && here !== null
        ? (here as Record<string | number, unknown>)[step]
        : undefined,
    value,
  )
}

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path]
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((one, i): [number, unknown] => [i, one])
    : Object.entries(value)
  const inner = entries.flatMap(([key, one]) => pathsIn(one, [...path, key]))
  return path.length === 0 ? inner : [path, ...inner]
}
