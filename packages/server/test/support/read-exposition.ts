/** One line of values as Prometheus reads it. */
export interface ReadSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const COMMENT =
  /^# (HELP [a-zA-Z_:][a-zA-Z0-9_:]* .+|TYPE [a-zA-Z_:][a-zA-Z0-9_:]* (counter|gauge|histogram))$/
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/

/** Reads the text format strictly: any line that is not of it throws. */
export function readExposition(text: string): readonly ReadSample[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.')
  const samples: ReadSample[] = []
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '' || COMMENT.test(line)) continue
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
    if (name === undefined) throw new Error(`Not a line of the format: ${line}`)
    samples.push({ name, labels: readLabels(labels), value: readValue(value!) })
  }
  return samples
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  let rest = text
  while (rest !== '') {
    const [whole, name, value] = LABEL.exec(rest) ?? []
    if (whole === undefined) throw new Error(`Not labels: ${text}`)
    labels[name!] = value!.replace(/\\(.)/g, (_all, escaped) => (escaped === 'n' ? '\n' : escaped))
    rest = rest.slice(whole.length)
  }
  return labels
}

function readValue(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY
  if (text === '-Inf') return Number.NEGATIVE_INFINITY
  if (text !== 'NaN' && Number.isNaN(Number(text))) throw new Error(`Not a value: ${text}`)
  return Number(text)
}
