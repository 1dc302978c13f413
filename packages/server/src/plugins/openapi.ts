import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/**
 * Describes every route that is registered afterwards: the OpenAPI 3.1 document at `/openapi.json`, and a page to
 * read and try it at `/docs`. Neither requires credentials.
 */
export function describeApi(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tributary',
        version: '1',
        description: 'Why did a metric change, and where does it come from.',
      },
      tags: [
        { name: 'attribution', description: 'Why a metric differs.' },
        { name: 'lineage', description: 'Where things come from.' },
        { name: 'definitions', description: 'What is defined.' },
        { name: 'views', description: 'Metric views.' },
        { name: 'permissions', description: 'Who may do what.' },
        { name: 'users', description: 'Attributes and groups of users.' },
      ],
    },
    transformObject: withoutRequiredGetBodies,
    refResolver: {
      buildLocalReference: (schema, _base, _fragment, i) => String(schema.$id ?? `Schema${i}`),
    },
  })
  app.register(swaggerUi, {
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

/** The swagger plugin marks every body as required; the body of a GET is optional. */
const withoutRequiredGetBodies: SwaggerTransformObject = (document) => {
  if (!('openapiObject' in document)) return document.swaggerObject
  for (const path of Object.values(document.openapiObject.paths ?? {})) {
    const body = path?.get?.requestBody
    if (body !== undefined && 'required' in body) body.required = false
  }
  return document.openapiObject
}
