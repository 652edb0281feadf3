/** False for what comes before a release, or is none: `18beta1`, `19devel`, `main`. */
export const isRelease = (version: string): boolean =>
  !/(alpha|beta|rc|dev|devel|main|master|git|snapshot)/i.test(version)
