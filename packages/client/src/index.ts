export { type Client, createClient, type DataOf, type RequestOf } from './client.ts'
export { ClientError, type ClientErrorCode, type ClientErrorFields } from './errors.ts'
export type { CallOptions, ClientOptions, Credentials } from './options.ts'
export type { OperationId } from './routes.ts'
