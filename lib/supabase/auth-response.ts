/** Parses a response of the auth service; its body can still be read afterwards. */
export async function readAuthResponse(response: Response) {
  const body = await response
    .clone()
    .json()
    .catch(() => null);
  return {
    hasToken: Boolean(body?.access_token),
    // The field that contains the error code depends on the service's version.
    hasCode: (...codes: string[]) =>
      [body?.code, body?.error_code, body?.error].some((code) => codes.includes(code)),
  };
}
