import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui'
import { API_ROOT } from '@tributary/contract'
import type { FastifyInstance } from 'fastify'
import { completeDocument } from './complete-document.ts'
import type { Document } from './document.ts'
import { SECURITY, SECURITY_SCHEMES } from './security.ts'

/**
 * Describes every route that is registered afterwards: the OpenAPI 3.1 document at `/openapi.json`, and a page to
 * read and try it at `/docs`. Neither requires credentials.
 */
export function describeApi(app: FastifyInstance, prefix = ''): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tributary',
        version: '1',
        description:
          'Why did a metric change, and where does it come from. Examples are of the sample workspace; their lists end after three entries.',
      },
      servers: [{ url: '/', description: 'This server.' }],
      security: SECURITY,
      components: { securitySchemes: SECURITY_SCHEMES },
      tags: [
        {
          name: 'acceleration',
          description: 'Plans, the tasks that refresh them, and their partitions.',
        },
        { name: 'attribution', description: 'Why a metric differs.' },
        { name: 'lineage', description: 'Where things come from.' },
        { name: 'definitions', description: 'What is defined.' },
        { name: 'views', description: 'Metric views.' },
        { name: 'permissions', description: 'Who may do what.' },
        { name: 'query', description: 'What the values are.' },
        { name: 'users', description: 'Attributes and groups of users.' },
      ],
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? (completeDocument(document.openapiObject as Document, `${prefix}${API_ROOT}`) as object)
        : document.swaggerObject,
    refResolver: {
      buildLocalReference: (schema, _base, _fragment, i) => String(schema.$id ?? `Schema${i}`),
    },
  })
  app.register(swaggerUi, {
    ...bundledPage(),
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: ownContentOnly,
    theme: {
      title: 'Tributary API',
      css: [{ filename: 'tributary.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true, validatorUrl: null },
  })
  app.register(async (scope) => {
    scope.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  })
}

/** Where a published package has the files of the page; in the repository they are in the package of the plugin. */
const BUNDLED_PAGE = join(import.meta.dirname, 'swagger-ui')

function bundledPage(): Pick<FastifySwaggerUiOptions, 'baseDir' | 'logo'> {
  if (import.meta.filename.endsWith('.ts')) return {}
  const content = readFileSync(join(BUNDLED_PAGE, 'logo.svg'))
  return { baseDir: BUNDLED_PAGE, logo: { type: 'image/svg+xml', content } }
}

/**
 * The page loads nothing from other hosts, and the server has no TLS: the plugin's policy would let the page load
 * images of a foreign host, and makes browsers ask for `https:` addresses that nobody answers.
 */
function ownContentOnly(policy: string): string {
  return policy
    .split(';')
    .map((directive) => directive.replace(/ (?:https:|validator\.swagger\.io)(?= |$)/g, '').trim())
    .filter((directive) => directive !== '' && directive !== 'upgrade-insecure-requests')
    .join('; ')
}
