/** Asks a service by POST as an account of the tenant `shop`, with further headers. */
export async function postAs(
  account: string,
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'tenant-id': 'shop',
      'auth-type': 'ACCOUNT',
      'auth-value': account,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
  const answer: any = await response.json()
  return { status: response.status, headers: response.headers, body: answer }
}
