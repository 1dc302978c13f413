/** Whoever can reach itself along the arrows, each circle once, as a path that ends where it begins. */
export function circles(
  arrows: readonly (readonly [from: string, to: string])[],
): readonly string[] {
  const next = Map.groupBy(arrows, ([from]) => from)
  const found: string[] = []
  const done = new Set<string>()
  const visit = (node: string, path: readonly string[]): void => {
    const at = path.indexOf(node)
    if (at >= 0) {
      found.push([...path.slice(at), node].join(' → '))
      return
    }
    if (done.has(node)) return
    for (const [, to] of next.get(node) ?? []) visit(to, [...path, node])
    done.add(node)
  }
  for (const node of next.keys()) visit(node, [])
  return found
}
