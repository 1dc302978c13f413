import type { FastifyInstance } from 'fastify'
import { EXPLORER_PATH } from './explorer.ts'

/** Options of {@link addFirstPage}. */
export interface FirstPageOptions {
  /** Whether the web page is served. */
  readonly hasExplorer: boolean
  /** Service root in front of the addresses of the API. @defaultValue none */
  readonly prefix?: string
}

/** Answers the address of the service itself: it leads to the web page, or says what is there. */
export function addFirstPage(
  app: FastifyInstance,
  { hasExplorer, prefix = '' }: FirstPageOptions,
): void {
  const places = {
    service: 'Tributary',
    api: `${prefix}/api/v1`,
    documentation: '/docs',
    openApi: '/openapi.json',
    health: '/healthz',
    webPage: 'not served; start the service with --explorer',
  }
  for (const path of new Set(['/', `${prefix}/`])) {
    app.get(path, { schema: { hide: true }, logLevel: 'warn' }, (_request, reply) => {
      if (hasExplorer) return reply.redirect(`${prefix}${EXPLORER_PATH}`)
      return places
    })
  }
}
