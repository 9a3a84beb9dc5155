/** The logo without the name. Decorative unless `label` is given. */
export function Logo({ size = 26, label }: { size?: number; label?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <rect width="32" height="32" rx="9" fill="#0f6a54" />
      <g fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round">
        <path d="M9.5 8.5c2.6 4 3.9 7.3 3.9 15M16 7.5v16M22.5 8.5c-2.6 4-3.9 7.3-3.9 15" />
        <path d="M10.8 17.2h10.4" stroke="#9fe0cb" />
      </g>
    </svg>
  );
}
