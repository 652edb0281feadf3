'use client'

export { Failure as default } from '../features/shell/failure.tsx'
