/** Rows as a Markdown table that also reads well in a terminal; numbers to the right. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => pad(cell, widths[column]!, column > 0)).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column > 0 ? ':' : '-'}`).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** A time in milliseconds, in the unit that reads best: ns, µs, ms or s; three digits. */
export function timeText(milliseconds: number): string {
  if (milliseconds < 1e-3) return `${(milliseconds * 1e6).toPrecision(3)} ns`
  if (milliseconds < 1) return `${(milliseconds * 1e3).toPrecision(3)} µs`
  if (milliseconds < 1000) return `${milliseconds.toPrecision(3)} ms`
  return `${(milliseconds / 1000).toPrecision(3)} s`
}

/** How many times as long, `12.3×`. */
export function ratioText(ratio: number): string {
  return `${ratio >= 100 ? Math.round(ratio) : ratio.toPrecision(3)}×`
}

function pad(text: string, width: number, right: boolean): string {
  return right ? text.padStart(width) : text.padEnd(width)
}
