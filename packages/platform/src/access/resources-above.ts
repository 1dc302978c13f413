import type { Catalog } from '@tributary/catalog'
import type { CategoryRef, ResourceRef } from '@tributary/catalog/internal'

/** The resources whose rights a resource inherits, the nearest first: its category, and the tenant. */
export function resourcesAbove(catalog: Catalog, resource: ResourceRef): readonly ResourceRef[] {
  if (resource.type === 'TENANT') return []
  const category = categoryOf(catalog, resource)
  const tenant: ResourceRef = tenantResource(catalog.workspace.tenant)
  return category === undefined ? [tenant] : [{ type: 'CATEGORY', name: category.id }, tenant]
}

/** The tenant as a resource: what somebody may do with it, he may do with everything in it. */
export function tenantResource(tenant: string): ResourceRef {
  return { type: 'TENANT', name: tenant }
}

/** What a category is called; its id when nothing says. */
export function nameOfResource(catalog: Catalog, resource: ResourceRef): string | null {
  if (resource.type !== 'CATEGORY') return resource.name
  const { categories, metrics, dimensions } = catalog.workspace
  const listed = categories.find(({ id }) => id === resource.name)
  if (listed !== undefined) return listed.name
  const filed = [...metrics, ...dimensions].find(({ category }) => category.id === resource.name)
  return filed?.category.name ?? null
}

function categoryOf(catalog: Catalog, { type, name }: ResourceRef): CategoryRef | undefined {
  if (type === 'METRIC') return catalog.metrics.byName(name)?.category
  if (type === 'DIMENSION') return catalog.dimensions.byName(name)?.category
  return undefined
}
