import type { GrantDefinition, ResourceType } from '../../definitions/grant.ts'
import { type Drafted, resourcesOf } from '../draft.ts'
import type { Report } from '../report.ts'
import type { Workspace } from '../workspace.ts'
import type { GrantInFile } from '../workspace-file.ts'

const KEYS = ['metric', 'dimension', 'dataset', 'datasource', 'category'] as const

/** The grants, each of a known account to one known resource. */
export function checkGrants(
  report: Report,
  drafts: readonly Drafted<GrantInFile, GrantDefinition>[],
  workspace: Workspace,
): readonly GrantDefinition[] {
  const accounts = new Set(workspace.accounts.map(({ account }) => account))
  const resources = namesByKey(workspace)
  const seen = new Map<string, GrantInFile>()
  for (const { raw, definition } of drafts) {
    if (!accounts.has(definition.account)) {
      const reference = { kind: 'account', name: definition.account, candidates: accounts }
      report.unknown(raw, ['account'], reference)
    }
    checkResource(report, raw, resources)
    checkExpiry(report, raw)
    const key = JSON.stringify([definition.account, definition.resource])
    const first = seen.get(key)
    if (first === undefined) seen.set(key, raw)
    else {
      const place = `the first is at ${report.placeOf(first)}`
      report.at(raw, [], `Two grants of "${definition.account}" are to the same resource`, place)
    }
  }
  return drafts.map(({ definition }) => definition)
}

type Names = Readonly<Record<(typeof KEYS)[number], ReadonlySet<string>>>

function namesByKey(workspace: Workspace): Names {
  const names = (all: readonly { readonly name: string }[]) => new Set(all.map((one) => one.name))
  const filed = [...workspace.metrics, ...workspace.dimensions].map(({ category }) => category.id)
  return {
    metric: names(workspace.metrics),
    dimension: names(workspace.dimensions),
    dataset: names(workspace.datasets),
    datasource: names(workspace.datasources),
    category: new Set([...workspace.categories.map(({ id }) => id), ...filed]),
  }
}

function checkResource(report: Report, raw: GrantInFile, names: Names): void {
  const given = resourcesOf(raw)
  if (given.length !== 1) {
    const found = given.length === 0 ? 'none' : given.map(({ type }) => keyOf(type)).join(' and ')
    report.at(raw, [], `Expected one of ${KEYS.join(', ')}, found ${found}`)
  }
  for (const { type, name } of given) {
    const key = KEYS.find((one) => one === keyOf(type))
    if (key === undefined || names[key].has(name)) continue
    report.unknown(raw, [key], { kind: key, name, candidates: names[key] })
  }
}

function keyOf(type: ResourceType): string {
  return type.toLowerCase()
}

/** A pattern lets a 31st of February pass. */
function checkExpiry(report: Report, raw: GrantInFile): void {
  if (raw.expires === undefined) return
  const moment = new Date(raw.expires)
  const isReal =
    !Number.isNaN(moment.valueOf()) &&
    moment.toISOString().slice(0, 19) === raw.expires.slice(0, 19)
  if (isReal) return
  report.at(raw, ['expires'], `Expected a moment that exists, found "${raw.expires}"`)
}
