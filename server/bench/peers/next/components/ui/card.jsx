import { cn } from "../../lib/utils.mjs";

const part = (base) =>
  function Part({ className, ...props }) {
    return <div className={cn(base, className)} {...props} />;
  };

export const Card = part("rounded-xl border bg-card text-card-foreground shadow");
export const CardHeader = part("flex flex-col space-y-1.5 p-6");
export const CardTitle = part("font-semibold leading-none tracking-tight");
export const CardDescription = part("text-sm text-muted-foreground");
export const CardContent = part("p-6 pt-0");
