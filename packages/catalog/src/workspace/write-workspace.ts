import { join } from 'node:path'
import type { Workspace } from '../definitions/workspace.ts'
import { accountCodec, categoryCodec, grantCodec, groupCodec } from './codecs/access.ts'
import { calendarCodec, dateTagCodec, periodCodec } from './codecs/calendar.ts'
import { datasetCodec } from './codecs/dataset.ts'
import { datasourceCodec } from './codecs/datasource.ts'
import { dimensionCodec } from './codecs/dimension.ts'
import { metricCodec } from './codecs/metric.ts'
import type { Codec } from './codecs/parts.ts'
import { planCodec } from './codecs/plan.ts'
import type { WorkspaceFile } from './codecs/workspace-file.ts'
import type { SourceText } from './files/read-source.ts'
import { writeYaml } from './files/write-yaml.ts'

/**
 * The files of `folder` that define the workspace: read back, they give the same one. Datasets, dimensions,
 * metrics and plans have files of their own; defaults are left out. Nothing is written to disk.
 * @example
 * ```ts
 * import { parseWorkspace, writeWorkspace } from '@tributary/platform/catalog'
 * const text = 'tenant: demo\naccounts: [{ account: ann, role: OWNER }]'
 * const { workspace } = parseWorkspace([{ file: 'in.yaml', text }])
 * const [file] = writeWorkspace(workspace!, '/shop')
 * file?.file // => '/shop/workspace.yaml'
 * file?.text // => 'tenant: demo\ntimeZone: UTC\naccounts:\n  - account: ann\n    role: OWNER\n'
 * ```
 */
export function writeWorkspace(workspace: Workspace, folder: string): readonly SourceText[] {
  return listFileContents(workspace, folder).map(({ file, content }) => ({
    file,
    text: writeYaml(content),
  }))
}

/** A file of a workspace before it is written. */
export interface FileContent {
  readonly file: string
  readonly content: WorkspaceFile
}

/** The files that {@link writeWorkspace} writes. */
export function listFileContents(workspace: Workspace, folder: string): readonly FileContent[] {
  const { tenant, timeZone, calendar, categories, plans } = workspace
  const place = { tenant, folder, categoryIds: new Set(categories.map(({ id }) => id)) }
  const all = <Raw extends object, Definition>(
    definitions: readonly Definition[],
    codec: Codec<Raw, Definition>,
  ) => definitions.map((definition) => codec.encode(definition, place))
  const files: Readonly<Record<string, WorkspaceFile>> = {
    'workspace.yaml': {
      tenant,
      timeZone,
      calendar: calendarCodec.encode(calendar, place),
      accounts: all(workspace.accounts, accountCodec),
      categories: all(categories, categoryCodec),
      grants: all(workspace.grants, grantCodec),
      groups: all(workspace.groups, groupCodec),
      datasources: all(workspace.datasources, datasourceCodec),
      periods: all(workspace.periods, periodCodec),
      dateTags: all(workspace.dateTags, dateTagCodec),
    },
    'datasets.yaml': { datasets: all(workspace.datasets, datasetCodec) },
    'dimensions.yaml': { dimensions: all(workspace.dimensions, dimensionCodec) },
    'metrics.yaml': { metrics: all(workspace.metrics, metricCodec) },
    ...(plans.length > 0 && { 'plans.yaml': { plans: all(plans, planCodec) } }),
  }
  return Object.entries(files).map(([name, content]) => ({
    file: join(folder, name),
    content: withoutEmpty(content),
  }))
}

function withoutEmpty(content: WorkspaceFile): WorkspaceFile {
  return Object.fromEntries(
    Object.entries(content).filter(
      ([, value]) => typeof value === 'string' || Object.keys(value).length > 0,
    ),
  )
}
