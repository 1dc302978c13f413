import type { Store } from './open-store.ts'
import type { DefinitionTable } from './schema.ts'

/** What the store knows of a definition's history; times in milliseconds since 1970 UTC. */
export interface DefinitionStamp {
  readonly version: number
  readonly createTime: number
  readonly updateTime: number
}

/** When a definition was first and last changed, and how often. Rejects when it was never applied. */
export async function definitionStamp(
  store: Store,
  tenant: string,
  kind: DefinitionTable['kind'],
  name: string,
): Promise<DefinitionStamp> {
  const row = await store
    .selectFrom('definition')
    .select(['version', 'created_at', 'updated_at'])
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return {
    version: row.version,
    createTime: Date.parse(row.created_at),
    updateTime: Date.parse(row.updated_at),
  }
}
