/** Keys and indices from the root of a document. */
export type DocumentPath = readonly (string | number)[]

/** A path as people write it: `metrics[3].expr`; empty for the root. */
export function pathText(path: DocumentPath): string {
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('')
}
