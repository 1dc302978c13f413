import type { Catalog } from '@tributary/catalog'
import { showOnly } from '@tributary/catalog/internal'
import type { Access } from '../../access/access.ts'
import { findVisibleCalendar } from './visible-calendar.ts'

/** The catalogs of restricted callers; callers with equal rights share one, and what it has compiled. */
export interface VisibleCatalogs {
  get(access: Access): Catalog
}

/** How many catalogs are kept, the latest first. */
const MOST = 100

/** The catalogs that show what a caller may use of `catalog`. */
export function createVisibleCatalogs(catalog: Catalog): VisibleCatalogs {
  const catalogsByRights = new Map<string, Catalog>()
  return {
    get(access) {
      const cachedCatalog = catalogsByRights.get(access.rights)
      if (cachedCatalog !== undefined) return cachedCatalog
      const [oldest] = catalogsByRights.size < MOST ? [] : catalogsByRights.keys()
      if (oldest !== undefined) catalogsByRights.delete(oldest)
      const visibleCatalog = showOnly(catalog, {
        metric: ({ name }) => access.may('USE', { type: 'METRIC', name }),
        dimension: ({ name }) => access.may('USE', { type: 'DIMENSION', name }),
        dataset: ({ name }) => access.may('USE', { type: 'DATASET', name }),
        datasource: ({ name }) => access.may('USE', { type: 'DATASOURCE', name }),
        calendar: findVisibleCalendar(catalog, access),
      })
      catalogsByRights.set(access.rights, visibleCatalog)
      return visibleCatalog
    },
  }
}
