// The client of the HTTP API.
export * from '@tributary/client'
// Requests and answers of the operations.
export type * from '@tributary/contract'
