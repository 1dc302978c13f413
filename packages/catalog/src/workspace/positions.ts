/** A place in a file, both from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Finds the place of an offset in `text`. The YAML reader's own counter misses line ends after an error. */
export function createPositions(text: string): (offset: number) => Position {
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1))
    starts.push(end + 1)
  return (offset) => {
    const inside = Math.min(Math.max(offset, 0), text.length)
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= inside) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: inside - starts[low]! + 1 }
  }
}
