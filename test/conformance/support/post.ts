/** Asks a service by POST as an account of the tenant `shop`. */
export async function postAs(account: string, url: string, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'tenant-id': 'shop',
      'auth-type': 'ACCOUNT',
      'auth-value': account,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
  return { status: response.status, body: (await response.json()) as any }
}
