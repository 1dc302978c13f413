import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Workspace } from '../definitions/workspace.ts'
import type { SourceText } from './files/read-source.ts'
import {
  shown,
  undraftAccount,
  undraftCategory,
  undraftDataset,
  undraftDatasource,
  undraftDimension,
  undraftGrant,
  undraftGroup,
  undraftMetric,
} from './undraft.ts'
import { undraftPlan } from './undraft-plan.ts'
import type { WorkspaceFile } from './workspace-file.ts'

/**
 * The files of `folder` that define the workspace: read back, they give the same one. Datasets, dimensions,
 * metrics and plans stand in files of their own; what is the default is left out.
 */
export function writeWorkspace(workspace: Workspace, folder: string): readonly SourceText[] {
  const { tenant, timeZone, datasets, dimensions, metrics, plans } = workspace
  const listed = new Set(workspace.categories.map(({ id }) => id))
  const files: Readonly<Record<string, WorkspaceFile>> = {
    'workspace.yaml': { tenant, timeZone, ...smallSections(workspace, folder) },
    'datasets.yaml': { datasets: datasets.map(undraftDataset) },
    'dimensions.yaml': { dimensions: dimensions.map((one) => undraftDimension(one, listed)) },
    'metrics.yaml': { metrics: metrics.map((one) => undraftMetric(one, listed)) },
    ...(plans.length > 0 && {
      'plans.yaml': { plans: plans.map((one) => undraftPlan(one, tenant)) },
    }),
  }
  return Object.entries(files).map(([name, content]) => ({
    file: join(folder, name),
    text: stringify(withoutEmpty(content), { lineWidth: 0, aliasDuplicateObjects: false }),
  }))
}

function smallSections(workspace: Workspace, folder: string): WorkspaceFile {
  const { accounts, categories, grants, groups, datasources, periods, dateTags } = workspace
  return {
    accounts: accounts.map(undraftAccount),
    categories: categories.map(undraftCategory),
    grants: grants.map(undraftGrant),
    groups: groups.map(undraftGroup),
    datasources: datasources.map((one) => undraftDatasource(one, folder)),
    periods: periods.map(({ name, displayName, expr }) => {
      return { name, ...shown(displayName, name), expr }
    }),
    dateTags: dateTags.map(({ name, displayName, condition }) => {
      return { name, ...shown(displayName, name), condition }
    }),
  }
}

function withoutEmpty(content: WorkspaceFile): WorkspaceFile {
  return Object.fromEntries(
    Object.entries(content).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  )
}
