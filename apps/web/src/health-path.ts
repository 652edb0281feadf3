/** The address that error pages link to; every page loads them, and need not load all addresses for it. */
export const healthPath = () => '/api/health/ready'
