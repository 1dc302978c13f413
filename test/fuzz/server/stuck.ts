/** How a line of a server's log begins that tells where its event loop stands still. */
export const STUCK = 'the event loop is stuck:'
