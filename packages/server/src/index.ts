// The HTTP API: as a plugin of a Fastify application, as an application, as a server that listens.
export { type TributaryOptions, tributary } from './api.ts'
export { type AppOptions, createApp } from './app.ts'
// Refusals.
export { type FieldProblem, ServerError, type ServerErrorCode } from './errors.ts'
export type { ExplorerOptions } from './plugins/explorer.ts'
export type { RateLimit } from './plugins/rate-limit.ts'
export { THIS_MACHINE, type TrustedProxy } from './plugins/trusted-proxy.ts'
export { type Served, type ServeOptions, serve } from './serve.ts'
export { toStatus } from './status-of.ts'
