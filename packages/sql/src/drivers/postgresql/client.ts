import type { Client, ClientConfig, Pool, PoolConfig } from 'pg'
import { loadClient } from '../load-client.ts'

/** Connections of the library `pg`. */
export interface PostgreSqlClients {
  createPool(config: PoolConfig): Pool
  createClient(config: ClientConfig): Client
}

/**
 * Loads `pg`. Its clients take the password from the function of their configuration, also beside a connection URL: `pg`
 * itself puts the password of the URL in its place, even when the URL has none.
 */
export async function loadPostgreSqlClients(): Promise<PostgreSqlClients> {
  const { default: pg } = await loadClient('PostgreSQL', 'pg', () => import('pg'))
  class PasswordClient extends pg.Client {
    constructor(config: ClientConfig = {}) {
      super(config)
      if (typeof config.password === 'function') Object.assign(this, { password: config.password })
    }
  }
  return {
    createPool: (config) => new pg.Pool({ ...config, Client: PasswordClient }),
    createClient: (config) => new PasswordClient(config),
  }
}
