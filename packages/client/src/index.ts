export { type Client, createClient } from './client.ts'
export { ClientError, type ClientErrorCode } from './errors.ts'
export type { BearerCredentials, CallOptions, ClientOptions, Credentials } from './options.ts'
