import { requireNode } from '@tributary/core/internal'

export { type TributaryOptions, tributary } from './api.ts'
export { type AppOptions, createApp } from './app.ts'
export type { DatasetName } from './contract/dataset.ts'
export type { DimensionName, MetricNames } from './contract/dimension.ts'
export type { Envelope } from './contract/envelope.ts'
export type { CredentialHeaders, DimensionHeaders } from './contract/headers.ts'
export type { VertexLineageParameters } from './contract/lineage.ts'
export type { Operation, Operations } from './contract/operations.ts'
export { type FieldProblem, ServerError, type ServerErrorCode } from './errors.ts'
export type { RateLimit } from './plugins/token-bucket.ts'
export { type Served, type ServeOptions, serve } from './serve.ts'
export { statusOf } from './status-of.ts'

requireNode('@tributary/server', 24)
