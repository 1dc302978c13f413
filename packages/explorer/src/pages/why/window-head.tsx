import type { JSX } from 'preact'

/** The head of a column with the values of a window. A range may break before its end, so that the column stays narrow. */
export function WindowHead({ label }: { readonly label: string }): JSX.Element {
  const [first, ...rangeEnds] = label.split('..')
  return (
    <th scope="col">
      {first}
      {rangeEnds.map((end) => (
        <>
          ..
          <wbr />
          {end}
        </>
      ))}
    </th>
  )
}
