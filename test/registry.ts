/**
 * The environment of an npm that may ask a registry: it has the user's certificate authorities, which `npm test` keeps from all
 * other programs.
 */
export const registryEnvironment: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_EXTRA_CA_CERTS: process.env.RBLMONITOR_TEST_AUTHORITIES ?? process.env.NODE_EXTRA_CA_CERTS,
};
