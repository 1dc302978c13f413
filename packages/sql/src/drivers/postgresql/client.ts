import pg, { type ClientConfig } from 'pg'

/**
 * A client that takes the password from the function of its configuration, also beside a connection URL: `pg` itself
 * puts the password of the URL in its place, even when the URL has none.
 */
export class PostgreSqlClient extends pg.Client {
  constructor(config: ClientConfig = {}) {
    super(config)
    if (typeof config.password === 'function') Object.assign(this, { password: config.password })
  }
}
