import { Avatar } from "./avatar.tsx";
import { BlobImage } from "./blob-image.tsx";
import styles from "./workspace-mark.module.css";

interface WorkspaceMarkProps {
  name: string;
  logo: Blob | null;
}

/** A workspace's logo, or its initials. Decorative, because the name is shown beside it. */
export function WorkspaceMark({ name, logo }: WorkspaceMarkProps) {
  if (!logo) return <Avatar name={name} size="large" shape="square" />;
  return (
    <span className={styles["logo"]}>
      <BlobImage content={logo} />
    </span>
  );
}
