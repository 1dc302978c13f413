import { type Catalog, createCatalog, type DatasetDefinition } from '@tributary/catalog'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'

/** A catalog of datasets alone, which knows the ways between them. */
export function createDatasetCatalog(datasets: readonly DatasetDefinition[]): Catalog {
  return createCatalog({
    tenant: 'import',
    timeZone: 'UTC',
    calendar: PLAIN_CALENDAR,
    accounts: [],
    grants: [],
    groups: [],
    categories: [],
    datasources: [],
    periods: [],
    dateTags: [],
    plans: [],
    datasets,
    dimensions: [],
    metrics: [],
  })
}
