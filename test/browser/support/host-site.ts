import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Files of a site, by their path. */
type Files = Readonly<Record<string, { readonly type: string; readonly text: string }>>

/** A web site of somebody else, who embeds pages. Its policy allows no more than that needs. */
export interface HostSite {
  /** Its origin. */
  readonly url: string
  /** Serves a page with a script of its own beside that of the web component at `service`; both are texts of HTML and JavaScript. */
  show(page: { readonly service: string; readonly body: string; readonly script: string }): void
  close(): Promise<void>
}

/** Starts a site on a port of its own, which makes its origin another one than that of the service. */
export async function serveHost(): Promise<HostSite> {
  let files: Files = {}
  let policy = ''
  const server = createServer(({ url = '/' }, response) => {
    const file = files[url]
    response.writeHead(file === undefined ? 204 : 200, {
      'content-type': file?.type ?? 'text/plain',
      'content-security-policy': policy,
    })
    response.end(file?.text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: ({ service, body, script }) => {
      policy = `default-src 'none'; script-src 'self' ${service}; frame-src ${service}; require-trusted-types-for 'script'`
      const head = `<title>Host</title><script type="module" src="${service}/explorer/tributary-why.js"></script><script type="module" src="/host.js"></script>`
      files = {
        '/': {
          type: 'text/html',
          text: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
        },
        '/host.js': { type: 'text/javascript', text: script },
      }
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}
