top/aes_soft_picorv32.sv
top/aes_soft_vexriscv.sv
