/** A workspace of one dataset, whose rows stand in one file beside it. */
export interface OneDataset {
  readonly tenant: string
  /** Owners. */
  readonly accounts: readonly string[]
  /** Accounts that may do nothing but what is granted. */
  readonly others?: readonly string[]
  readonly dataset: string
  readonly file: string
  /** The column that `metric_time` is. */
  readonly time: string
  /** Types by name. */
  readonly columns: Readonly<Record<string, string>>
  /** Columns that are dimensions of the same name, or a name and, after a space, an expression. */
  readonly dimensions?: readonly string[]
  /** By name `COUNT`, or an aggregate and its expression (`SUM [amount]`), or the keys of a metric of metrics. */
  readonly metrics: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>
}

/** The text of its `workspace.yaml`, to which plans and whatever else may be added. */
export function oneDataset({ tenant, accounts, others = [], ...shop }: OneDataset): string {
  const { dataset, file, time, columns, dimensions = [], metrics } = shop
  const named = Object.entries(columns).map(([name, type]) => ({ name, type }))
  const parts = {
    tenant,
    accounts: [
      ...accounts.map((account) => ({ account, role: 'OWNER' })),
      ...others.map((account) => ({ account })),
    ],
    datasources: [{ name: 'local', type: 'FILES', root: '.' }],
    datasets: [
      {
        name: dataset,
        source: { datasource: 'local', file },
        time: { column: time, grain: 'DAY' },
        columns: named,
      },
    ],
    dimensions: dimensions.map((text) => ({ dataset, ...dimensionOf(text) })),
    metrics: Object.entries(metrics).map(([name, one]) => ({
      name,
      ...(typeof one === 'string' ? { dataset, ...atomicOf(one) } : one),
    })),
  }
  // A value in JSON is one in YAML.
  const lines = Object.entries(parts).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
  return lines.join('')
}

function dimensionOf(text: string): Readonly<Record<string, string>> {
  const [name, expr] = splitOnce(text)
  return expr === undefined ? { name, column: name } : { name, expr }
}

function atomicOf(text: string): Readonly<Record<string, string>> {
  const [aggregate, expr] = splitOnce(text)
  return { type: 'ATOMIC', aggregate, ...(expr !== undefined && { expr }) }
}

function splitOnce(text: string): readonly [first: string, rest?: string] {
  const space = text.indexOf(' ')
  return space < 0 ? [text] : [text.slice(0, space), text.slice(space + 1)]
}
