import type { Workspace } from '@tributary/catalog'
import { createDuckDb } from '@tributary/sql'
import { readCalendar } from './read-calendar.ts'
import type { SourceFinding } from './source-findings.ts'
import { createTenantSources } from './tenant-sources.ts'

/** A workspace with the periods of its calendar, and the findings in the rows that list them. */
export interface CalendarFindings {
  readonly workspace: Workspace
  readonly findings: readonly SourceFinding[]
}

/**
 * Reads the periods of a calendar as opening the workspace does. A dataset that is refused by one of `sourceFindings` gets no
 * further finding.
 */
export async function findCalendarFindings(
  workspace: Workspace,
  sourceFindings: readonly SourceFinding[],
): Promise<CalendarFindings> {
  if (workspace.calendar.sources === undefined) return { workspace, findings: [] }
  const engine = await createDuckDb({ timeZone: workspace.timeZone })
  const sources = createTenantSources(engine, workspace)
  try {
    const { workspace: read, problems } = await readCalendar(workspace, sources)
    const refused = new Set(
      sourceFindings
        .filter(({ severity }) => severity === 'ERROR')
        .flatMap(({ datasets }) => datasets),
    )
    const findings = problems.flatMap(({ dataset, error }): SourceFinding[] => {
      const { code, message } = error
      const finding = {
        severity: 'ERROR',
        code,
        datasets: [dataset],
        column: null,
        message,
      } as const
      return refused.has(dataset) ? [] : [finding]
    })
    return { workspace: read, findings }
  } finally {
    await Promise.all([engine.close(), sources.close()])
  }
}
