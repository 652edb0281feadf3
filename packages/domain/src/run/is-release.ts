/** False for a pre-release or a branch: `18beta1`, `19devel`, `main`. */
export const isRelease = (version: string): boolean =>
  !/(alpha|beta|rc|dev|devel|main|master|git|snapshot)/i.test(version)
