import type { ComponentChildren, JSX } from 'preact'

/** Facts: names and values. A value of null is left out. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ComponentChildren])[]
}): JSX.Element {
  return (
    <dl class="card">
      {facts.flatMap(([name, value]) =>
        value === null || value === ''
          ? []
          : [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>],
      )}
    </dl>
  )
}
