import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { explorerFiles } from '@tributary/explorer'
import type { FastifyInstance } from 'fastify'
import { invalidOriginError } from '../errors.ts'

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
  /**
   * The origins of the sites that may show pages of the explorer in frames, such as `https://intranet.example.com`. They
   * are also the only ones with which such a page exchanges messages. @defaultValue none
   */
  readonly origins?: readonly string[]
}

/** The content security policy of the page: nothing from another host, no script or style but the files beside it. */
const POLICY: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types tributary',
]

/** Headers of a page that the sites of `ancestors` may show in a frame. */
function pageHeaders(ancestors: readonly string[]): Readonly<Record<string, string>> {
  const frames = `frame-ancestors ${ancestors.join(' ') || "'none'"}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [...POLICY, frames].join('; '),
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
  }
}

/** The web component is loaded by pages of other sites; it holds nothing that is not public. */
const COMPONENT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=3600',
}

/** Where the page is served, below the root of the service. */
export const EXPLORER_PATH = '/explorer'

/**
 * Serves the explorer at `<prefix>/explorer` and every address below it, those below `/explorer/embed` also for frames of
 * the sites that may embed it, and the web component at `/explorer/tributary-why.js`. Its assets have names that change
 * with their content and may be kept; one that does not exist is 404 and not the page. Throws `SERVER_INVALID_ORIGIN`.
 */
export function serveExplorer(
  app: FastifyInstance,
  { caller, origins = [] }: ExplorerOptions,
  prefix = '',
): void {
  const root = `${prefix}${EXPLORER_PATH}`
  for (const origin of origins) requireOrigin(origin)
  app.register(async (scope) => {
    const folder = await explorerFiles()
    const built = await readFile(join(folder, 'index.html'), 'utf8')
    const component = await readFile(join(folder, 'tributary-why.js'))
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
    const answer = (path: string, headers: Readonly<Record<string, string>>, body: unknown) => {
      scope.get(path, { schema: { hide: true } }, (_request, reply) => {
        reply.headers(headers).send(body)
      })
    }
    answer(`${root}/tributary-why.js`, COMPONENT_HEADERS, component)
    for (const [place, sites] of [
      [root, []],
      [`${root}/embed`, origins],
    ] as const) {
      const page = pageText(built, root, { caller, origins: sites })
      for (const path of [place, `${place}/*`]) answer(path, pageHeaders(sites), page)
    }
  })
}

/** A host may have marks, such as `*` and `;`, that mean something in a policy. */
function requireOrigin(text: string): void {
  const isPlain = /^https?:\/\/[\w.:[\]-]+$/.test(text)
  if (!isPlain || !URL.canParse(text) || new URL(text).origin !== text) {
    throw invalidOriginError(text)
  }
}

/** The page with the addresses of its assets below `root`, with the caller that it names and the sites that may embed it. */
function pageText(built: string, root: string, { caller, origins = [] }: PageFacts): string {
  const facts = [
    ...(caller === undefined ? [] : [['caller', JSON.stringify(caller)]]),
    ...(origins.length === 0 ? [] : [['origins', origins.join(' ')]]),
  ]
  const metas = facts.map(
    ([name, content]) => `  <meta name="tributary-${name}" content="${escapeHtml(content!)}" />\n`,
  )
  return built
    .replaceAll('"./assets/', `"${escapeHtml(root)}/assets/`)
    .replace('</head>', () => `${metas.join('')}  </head>`)
}

type PageFacts = { readonly [Name in keyof ExplorerOptions]: ExplorerOptions[Name] | undefined }

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
