/** A text that is equal for equal assets. */
export function keyOf({
  vertexType,
  vertexId,
}: {
  readonly vertexType: string
  readonly vertexId: string
}): string {
  return `${vertexType} ${vertexId}`
}
