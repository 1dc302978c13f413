// The files of the page, for the server that sends them.

export { explorerFiles } from './files/explorer-files.ts'
