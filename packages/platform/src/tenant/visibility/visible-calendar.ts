import type { Catalog, Workspace } from '@tributary/catalog'
import type { Access } from '../../access/access.ts'
import { administersAll } from '../errors/redact-error.ts'

/** The public problem of a calendar whose rows cannot be read. */
const UNREADABLE = 'its calendar cannot be read at this moment; ask whoever administers its dataset'

type Calendar = Workspace['calendar']

/**
 * The calendar of a catalog for a caller; the very one for a caller who may read all of it. The reason why the rows of a
 * calendar cannot be read names files, and is for those who administer the dataset.
 */
export function findVisibleCalendar({ unrestricted: catalog }: Catalog, access: Access): Calendar {
  const { calendar, datasets } = catalog.workspace
  if (!(calendar.custom ?? []).some(({ problem }) => problem !== undefined)) return calendar
  const { sources = [] } = calendar
  const named = datasets.filter(({ name }) => sources.some(({ dataset }) => dataset === name))
  return administersAll({ access }, named) ? calendar : hideCalendarProblems(calendar)
}

/** A calendar that does not say why its rows cannot be read. */
export function hideCalendarProblems(calendar: Calendar): Calendar {
  const { custom } = calendar
  if (custom === undefined) return calendar
  const periods = custom.map((period) =>
    period.problem === undefined ? period : { ...period, problem: UNREADABLE },
  )
  return { ...calendar, custom: periods }
}
