import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { explorerFiles } from '@tributary/explorer'
import type { FastifyInstance } from 'fastify'

/** Options of the explorer, the web page of the service. */
export interface ExplorerOptions {
  /**
   * Whom the page names in its requests before anybody signs in, for a service that accepts a name without a secret, such
   * as a demo on the same machine. @defaultValue the page asks for a credential, unless a proxy sends one
   */
  readonly caller?: {
    readonly tenantId: string
    readonly authType: 'ACCOUNT' | 'UID'
    readonly authValue: string
  }
}

/** What the page may load and do: nothing from another host, no script or style but the files beside it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types tributary',
].join('; ')

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-cache',
}

/** Where the page is served, below the root of the service. */
export const EXPLORER_PATH = '/explorer'

/**
 * Serves the explorer at `<prefix>/explorer` and every address below it. Its assets have names that change with their
 * content and may be kept; one that does not exist is 404 and not the page.
 */
export function serveExplorer(
  app: FastifyInstance,
  { caller }: ExplorerOptions,
  prefix = '',
): void {
  const root = `${prefix}${EXPLORER_PATH}`
  app.register(async (scope) => {
    const folder = await explorerFiles()
    const page = pageText(await readFile(join(folder, 'index.html'), 'utf8'), root, caller)
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: `${root}/assets/`,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
      setHeaders: (reply) => {
        reply.header('cache-control', 'public, max-age=31536000, immutable')
      },
    })
    for (const path of [root, `${root}/*`]) {
      scope.get(path, { schema: { hide: true } }, (_request, reply) => {
        reply.headers(PAGE_HEADERS).send(page)
      })
    }
  })
}

/** The page with the addresses of its assets below `root`, and with the caller that it names. */
function pageText(built: string, root: string, caller: ExplorerOptions['caller']): string {
  const placed = built.replaceAll('"./assets/', `"${escaped(root)}/assets/`)
  if (caller === undefined) return placed
  const meta = `<meta name="tributary-caller" content="${escaped(JSON.stringify(caller))}" />`
  return placed.replace('</head>', `  ${meta}\n  </head>`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
