#!/usr/bin/env bash
# A season as an array job of Slurm: `sbatch slurm.sh`, then `nao season merge "$HOME/season"`.
# A shard that was ended goes on when the job is started again: `sbatch --array=17 slurm.sh`.
#SBATCH --array=1-100
#SBATCH --cpus-per-task=1
#SBATCH --mem=500M
#SBATCH --requeue
set -euo pipefail
exec nao season --games 1000 --minutes 5 --shard "$SLURM_ARRAY_TASK_ID/100" --out "$HOME/season" --jobs 1
